/**
 * YCSB on HBase 2.6. {@link io.lighter.ycsb.HBaseDatabase} is the class that YCSB's {@code -db}
 * names; its properties are those of {@link io.lighter.ycsb.BindingProperty}, named as in YCSB's
 * own binding for HBase 2.
 *
 * <p>YCSB makes one database object for each client thread, and calls it from that thread alone;
 * all of them share one connection. Tables are not created here, and nothing knows of Lighter: the
 * same run measures a cluster with it and without.
 */
package io.lighter.ycsb;
