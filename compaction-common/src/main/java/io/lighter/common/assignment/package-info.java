/**
 * Who compacts a region: {@link io.lighter.common.assignment.SlotTable} is the manager's table,
 * {@link io.lighter.common.assignment.Rendezvous} the order in which a region server tries the
 * others.
 */
package io.lighter.common.assignment;
