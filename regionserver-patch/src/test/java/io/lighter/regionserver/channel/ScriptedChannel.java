package io.lighter.regionserver.channel;

import io.lighter.common.channel.ChannelFormat;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * The server's end of chunk channels, one connection at a time, on a thread of its own: takes every
 * ticket, gives some frames, and then misbehaves. Thread-safe.
 */
public final class ScriptedChannel implements Closeable {
  private final ServerSocket listener;
  private final IntFunction<byte[]> frames;
  private final int good;
  private final Then then;
  private final AtomicInteger given = new AtomicInteger();
  private volatile Socket connection;

  /** What happens after the good frames. */
  public enum Then {
    /** The connection ends after half a frame. */
    BREAK,
    /** Nothing comes any more. */
    STALL,
    /** A length that was not announced. */
    LIE,
    /** Not even a welcome. */
    SILENCE
  }

  /**
   * Listens.
   *
   * @param frames by chunk
   * @param good how many are given first
   */
  public ScriptedChannel(IntFunction<byte[]> frames, int good, Then then) throws IOException {
    this.frames = frames;
    this.good = good;
    this.then = then;
    this.listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "scripted-channel");
    thread.setDaemon(true);
    thread.start();
  }

  /** What ListChunks would say. */
  public ChunkChannelOffer offer() {
    return ChunkChannelOffer.newBuilder()
        .setPort(listener.getLocalPort())
        .setTicket(1)
        .setSecret(ByteString.copyFrom(new byte[ChannelFormat.SECRET_BYTES]))
        .setTls(false)
        .build();
  }

  /** Complete frames that were sent. */
  public int given() {
    return given.get();
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        connection = socket;
        serve(
            socket,
            new DataInputStream(socket.getInputStream()),
            new DataOutputStream(socket.getOutputStream()));
      } catch (IOException e) { // the other side has left, or the test is over
        connection = null;
      }
    }
  }

  private void serve(Socket socket, DataInputStream in, DataOutputStream out) throws IOException {
    in.readFully(new byte[ChannelFormat.HELLO_BYTES]);
    if (then == Then.SILENCE) {
      in.readByte();
      return;
    }
    out.writeInt(ChannelFormat.MAGIC);
    out.writeInt(ChannelFormat.VERSION);
    out.writeInt(8);
    while (true) {
      int id = in.readInt();
      in.readInt();
      byte[] frame = frames.apply(in.readInt());
      if (given.get() < good) {
        out.writeInt(id);
        out.writeInt(frame.length);
        out.write(frame);
        given.incrementAndGet();
      } else if (then == Then.BREAK) {
        out.writeInt(id);
        out.writeInt(frame.length);
        out.write(frame, 0, frame.length / 2);
        endOrderly(socket);
        return;
      } else if (then == Then.LIE) {
        out.writeInt(id);
        out.writeInt(Integer.MAX_VALUE);
      }
    }
  }

  /** Closing a socket with unread requests resets it, and the peer loses what it has not read. */
  private static void endOrderly(Socket socket) throws IOException {
    socket.shutdownOutput();
    long unused = socket.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  @Override
  public void close() throws IOException {
    listener.close();
    Socket open = connection;
    if (open != null) {
      open.close();
    }
  }
}
