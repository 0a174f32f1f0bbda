/**
 * Warm-ups that an operator asks for with {@code bin/lighter warm}: {@link
 * io.lighter.regionserver.warmup.request.WarmRequestWatch} sees a request in ZooKeeper, {@link
 * io.lighter.regionserver.warmup.request.WarmRequests} runs its parts and tells how far they are.
 */
package io.lighter.regionserver.warmup.request;
