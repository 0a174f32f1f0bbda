package io.lighter.server.cache;

/**
 * Whose output is kept, for those who look at reports.
 *
 * @param region encoded name
 */
public record OutputOrigin(String table, String region, String family, String regionServer) {}
