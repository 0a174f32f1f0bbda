// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.picture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;

/** Writes charts to files. */
public final class Pictures {
  private Pictures() {}

  /** Writes a chart in both formats; appends the suffixes. */
  public static List<Path> save(XYChart chart, Path file) throws IOException {
    BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
    VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
    List<Path> written = new ArrayList<>();
    for (String ending : List.of(".png", ".svg")) {
      Path picture = Path.of(file + ending);
      if (Files.size(picture) == 0) {
        throw new IOException(picture + " is empty");
      }
      written.add(picture);
    }
    return written;
  }
}
