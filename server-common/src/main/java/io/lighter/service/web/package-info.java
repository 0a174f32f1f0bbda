/** What the pages of managers and compaction servers share: settings, and the log-in. */
package io.lighter.service.web;
