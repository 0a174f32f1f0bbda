/**
 * The manager's REST API below {@code /api/v1} and its dashboard, on HBase's web server.
 *
 * <p>Start at {@link io.lighter.manager.web.WebServer}. {@link io.lighter.manager.web.Api} is the
 * list of routes; the same list is {@code api/openapi.json}, and a test compares them. Handlers
 * read what the {@link io.lighter.manager.monitor.Monitor} published; only what changes something
 * goes to ZooKeeper, and only one route to HBase. Log-in, TLS, JMX and metrics are HBase's.
 */
package io.lighter.manager.web;
