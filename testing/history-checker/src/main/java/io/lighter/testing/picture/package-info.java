/** Charts of reports. */
package io.lighter.testing.picture;
