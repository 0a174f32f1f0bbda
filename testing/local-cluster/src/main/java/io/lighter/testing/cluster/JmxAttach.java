package io.lighter.testing.cluster;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * JMX of another JVM of this machine and user, without a change to its command line: the agent is
 * started there on demand and listens on the loopback only.
 */
public final class JmxAttach {
  private JmxAttach() {}

  /**
   * A connection; the caller closes it.
   *
   * @throws IOException if there is no such JVM, or it refuses
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
