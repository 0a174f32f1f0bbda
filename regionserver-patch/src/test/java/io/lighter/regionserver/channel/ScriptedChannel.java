// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
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
 * The server's end of chunk channels, one connection at a time, on a thread of its own. Accepts
 * every ticket, sends some frames, and then shows a fault. Thread-safe.
 */
public final class ScriptedChannel implements Closeable {
  private final ServerSocket listener;
  private final IntFunction<byte[]> frames;
  private final int good;
  private final Then then;
  private final AtomicInteger given = new AtomicInteger();
  private volatile Socket connection;

  /** The fault after the good frames. */
  public enum Then {
    /** The connection ends after half a frame. */
    BREAK,
    /** Nothing follows. */
    STALL,
    /** The length differs from the announced one. */
    LIE,
    /** Not even a welcome is sent. */
    SILENCE
  }

  /**
   * Listens for connections.
   *
   * @param frames frame of each chunk
   * @param good number of good frames
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

  /** The offer of a ListChunks response. */
  public ChunkChannelOffer offer() {
    return ChunkChannelOffer.newBuilder()
        .setPort(listener.getLocalPort())
        .setTicket(1)
        .setSecret(ByteString.copyFrom(new byte[ChannelFormat.SECRET_BYTES]))
        .setTls(false)
        .build();
  }

  /** Number of complete frames that were sent. */
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
      } catch (IOException e) { // the peer has closed, or the test has ended
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
