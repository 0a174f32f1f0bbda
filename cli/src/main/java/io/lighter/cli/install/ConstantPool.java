// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads which members of other classes a class file names (JVM specification, §4.4). */
final class ConstantPool {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;
  private static final int NAME_AND_TYPE = 12;

  private final int[] tags;
  private final String[] texts;

  /** The one or two positions that an entry refers to. */
  private final int[] first;

  private final int[] second;

  private ConstantPool(int size) {
    this.tags = new int[size];
    this.texts = new String[size];
    this.first = new int[size];
    this.second = new int[size];
  }

  /**
   * A member that a class refers to.
   *
   * @param owner class name with slashes, or an array type
   * @param descriptor as in the class file
   */
  record Reference(String owner, String name, String descriptor, boolean isField) {
    /** A readable form. */
    @Override
    public String toString() {
      return owner.replace('/', '.') + '.' + name + (isField ? "" : descriptor);
    }
  }

  /**
   * The members that a class refers to, including its own.
   *
   * @param in a class file, which the caller closes
   */
  static List<Reference> references(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    if (data.readInt() != MAGIC) {
      throw new IOException("not a class file");
    }
    data.readInt(); // class-file version, which the JVM checks
    ConstantPool pool = new ConstantPool(data.readUnsignedShort());
    for (int i = 1; i < pool.tags.length; i++) {
      i += pool.readEntry(data, i) - 1;
    }
    return pool.references();
  }

  /** Reads an entry and returns its number of positions. */
  private int readEntry(DataInputStream data, int at) throws IOException {
    tags[at] = data.readUnsignedByte();
    switch (tags[at]) {
      case UTF8 -> texts[at] = data.readUTF();
      case LONG, DOUBLE -> {
        data.readLong();
        return 2;
      }
      case FIELD, METHOD, INTERFACE_METHOD, NAME_AND_TYPE -> {
        first[at] = data.readUnsignedShort();
        second[at] = data.readUnsignedShort();
      }
      case CLASS, 8, 16, 19, 20 -> first[at] = data.readUnsignedShort(); // one index
      case 3, 4, 17, 18 -> data.readInt(); // numbers, and pairs of no interest
      case 15 -> data.skipNBytes(3); // a method handle refers to a method entry
      default -> throw new IOException("unknown constant " + tags[at]);
    }
    return 1;
  }

  private List<Reference> references() {
    List<Reference> references = new ArrayList<>();
    for (int i = 1; i < tags.length; i++) {
      if (tags[i] == FIELD || tags[i] == METHOD || tags[i] == INTERFACE_METHOD) {
        references.add(
            new Reference(
                texts[first[first[i]]],
                texts[first[second[i]]],
                texts[second[second[i]]],
                tags[i] == FIELD));
      }
    }
    return references;
  }
}
