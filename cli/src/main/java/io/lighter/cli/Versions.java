// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.install.BuildVersions;
import org.apache.hadoop.hbase.util.VersionInfo;
import picocli.CommandLine.IVersionProvider;

/** The lines of {@code lighter --version}, as a bug report needs them. */
public final class Versions implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "Lighter " + BuildVersions.load().lighter(),
      "HBase " + VersionInfo.getVersion(),
      "Java " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ")"
    };
  }
}
