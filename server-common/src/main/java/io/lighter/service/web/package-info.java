/** Settings and log-in that the web pages of managers and compaction servers share. */
package io.lighter.service.web;
