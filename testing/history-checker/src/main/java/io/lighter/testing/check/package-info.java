/**
 * The history checker: writers, readers, and everything that changes store files, at random and at
 * the same time; every read is checked against what was written.
 *
 * <p>Each row has one writer, which gives its changes consecutive version numbers and notes when
 * each began and when it was acknowledged ({@link io.lighter.testing.check.VersionHistory}: start
 * there). A read may show any version that some instant between its begin and its end allows, and
 * no other; see {@link io.lighter.testing.check.Model} for what is compared and what HBase does not
 * promise.
 *
 * <p>Threading: one thread per writer, reader and disturber; they meet in the histories, which lock
 * themselves, and in HBase. This package knows nothing of how the store files are read: it uses
 * HBase's client only.
 */
package io.lighter.testing.check;
