/**
 * Which compaction server owns which slot, and why: decisions only, no threads, no I/O.
 *
 * <p>Start at {@link io.lighter.manager.balance.TablePlanner}, which makes a group's next table of
 * the last one. {@link io.lighter.manager.balance.LoadTracker} turns reports into loads and is the
 * one class here that several threads use; all else belongs to the thread that assigns.
 *
 * <p>Decision record 0010 tells why numbers are evened out until load is measured, and never after.
 */
package io.lighter.manager.balance;
