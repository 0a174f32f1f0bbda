// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Connects to JMX of another JVM of this machine and user, without options on its command line. The
 * agent is started on demand and listens on the loopback only.
 */
public final class JmxAttach {
  private JmxAttach() {}

  /**
   * Opens a connection, which the caller closes.
   *
   * @throws IOException if the JVM is missing or refuses
   */
  @SuppressWarnings("BanJNDI") // the other side is a process of ours on this machine
  public static JMXConnector connect(long pid) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        String address = machine.startLocalManagementAgent();
        return JMXConnectorFactory.connect(new JMXServiceURL(address));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException("cannot attach to process " + pid, e);
    }
  }
}
