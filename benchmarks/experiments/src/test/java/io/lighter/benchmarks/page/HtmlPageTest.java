// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class HtmlPageTest {
  @Test
  void pageHasAllPartsAndNothingToFetch() throws IOException {
    String html =
        new HtmlPage("a < b", "<p>body</p>", "p { margin: 0 }", "draw();", "{\"a\":\"</script>\"}")
            .html();

    assertThat(html)
        .contains("<title>a &lt; b</title>", "<p>body</p>", "p { margin: 0 }", "draw();")
        .contains("{\"a\":\"\\u003c/script>\"}</script>", "Chart.js v")
        .doesNotContain("@TITLE@", "@BODY@", "@STYLE@", "@CHART@", "@PLOTS@", "@SCRIPT@", "@DATA@")
        .doesNotContain("<script src", "<link rel=\"stylesheet\"");
  }

  @Test
  void escapedTextIsSafeInAnAttribute() {
    assertThat(HtmlPage.escape("<a title=\"&\">")).isEqualTo("&lt;a title=&quot;&amp;&quot;&gt;");
  }

  @Test
  void missingResourceIsNamed() {
    assertThatThrownBy(() -> HtmlPage.resource(HtmlPage.class, "none.css"))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("/io/lighter/benchmarks/page/none.css");
  }
}
