// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The manager's REST API below {@code /api/v1} and its dashboard, on HBase's web server.
 *
 * <p>Start at {@link io.lighter.manager.web.WebServer}. {@link io.lighter.manager.web.Api} is the
 * list of routes; the same list is {@code api/openapi.json}, and a test compares them. Handlers
 * read the state that the {@link io.lighter.manager.monitor.Monitor} published; only changes use
 * ZooKeeper, and only one route uses HBase. Login, TLS, JMX and metrics are HBase's.
 */
package io.lighter.manager.web;
