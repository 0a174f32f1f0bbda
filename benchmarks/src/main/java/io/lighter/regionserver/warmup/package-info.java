/** Opens the routing of reads to measurements; in that package for what it does not make public. */
package io.lighter.regionserver.warmup;
