// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IndexSpecTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "value f:city string cleanup=eager",
        "value f: bytes salt=2 cleanup=eager",
        "value f:a=b long salt=256 cleanup=eager",
        "value f:a\\x3Ab\\x20\\x2C\\x5C\\x00\\xFF decimal cleanup=eager",
        "parts f:country string, f:city string, f:n int salt=16 cleanup=eager",
        "split f:tags , string cleanup=eager",
        "split f:tags \\x00\\x20 bytes cleanup=eager",
        "split f:tags \\x3D\\x3D string cleanup=eager",
        "qualifier f:tag_ string cleanup=eager",
        "qualifier f: double cleanup=eager",
        "value f:city string cleanup=compaction"
      })
  void definitionIsPrintedAsItWasRead(String text) {
    IndexSpec spec = IndexSpec.parse("city", text);

    assertThat(spec.text()).isEqualTo(text);
    assertThat(IndexSpec.parse("city", spec.text())).isEqualTo(spec);
  }

  @Test
  void optionsAndWhiteSpaceMayBeLeftOut() {
    assertThat(IndexSpec.parse("i", "  value\tf:q   int ").text())
        .isEqualTo("value f:q int cleanup=eager");
    assertThat(IndexSpec.parse("i", "qualifier f bytes").text())
        .isEqualTo("qualifier f: bytes cleanup=eager");
    assertThat(IndexSpec.parse("i", "parts f:a int,f:b int").text())
        .isEqualTo("parts f:a int, f:b int cleanup=eager");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "value f:city strin | type 'strin'; allowed: bytes, string, int, long, double, decimal",
        "valeu f:city string | kind 'valeu'; allowed: 'value FAMILY:COLUMN TYPE'",
        "value city string | column 'city'; expected FAMILY:COLUMN",
        "value :city string | column ':city'; expected FAMILY:COLUMN",
        "value f:city | 'f:city'; expected FAMILY:COLUMN TYPE",
        "value f:city string more | 'f:city string more'; expected FAMILY:COLUMN TYPE",
        "value f:c\\x4 string | backslash at 1",
        "value f:c string salt=1 | salt=1; allowed: salt=2 to salt=256",
        "value f:c string salt=x | salt=x; allowed: salt=2 to salt=256",
        "value f:c string salt=2 salt=3 | option 'salt' twice",
        "value f:c string slat=2 | option 'slat'; allowed: salt=N, cleanup=eager",
        "value f:c string cleanup=never | cleanup=never; allowed: cleanup=eager, cleanup=compaction",
        "value f:c string cleanup=lazy | cleanup=lazy; allowed: cleanup=eager",
        "value salt=2 f:c string | options come last",
        "parts f:a int | one part; at least two",
        "parts f:a int, g:b int | two families",
        "parts f:a int, f:a int | a column twice",
        "parts f:a int, | ''; expected FAMILY:COLUMN TYPE",
        "split f:a string | 2 words after split",
        "split f:a , int | split with type 'int'; allowed: bytes, string",
        "qualifier f:a | 1 words after qualifier",
        "qualifier :a string | ':a'; expected FAMILY or FAMILY:PREFIX",
      })
  void mistakeIsNamedWithWhatIsAllowed(String text, String problem) {
    IndexSpecException thrown =
        catchThrowableOfType(
            IndexSpecException.class, () -> IndexSpec.parse("city", text.replace("''", "")));

    assertThat(thrown.getMessage()).contains("lighter.index.city = '", problem);
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    IndexSpecException thrown =
        catchThrowableOfType(
            IndexSpecException.class,
            () -> IndexSpec.parse("a__b", "parts x int, f:b lnog, g:c int salt=1 cleanup=no"));

    assertThat(thrown.problems())
        .hasSize(5)
        .anyMatch(problem -> problem.contains("index name 'a__b'"))
        .anyMatch(problem -> problem.contains("column 'x'"))
        .anyMatch(problem -> problem.contains("type 'lnog'"))
        .anyMatch(problem -> problem.contains("salt=1"))
        .anyMatch(problem -> problem.contains("cleanup=no"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n", "value", "parts", "split", "qualifier", ",", "=", "\\"})
  void oddTextIsRefused(String text) {
    assertThat(catchThrowableOfType(IndexSpecException.class, () -> IndexSpec.parse("city", text)))
        .isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "of", "state", "handlers", "_a", "-a", "a__b", "a.b", "a b", "ä"})
  void badNameIsRefused(String name) {
    IndexSpecException thrown =
        catchThrowableOfType(
            IndexSpecException.class, () -> IndexSpec.parse(name, "value f:q int"));

    assertThat(thrown.getMessage()).contains("index name '" + name + "'", "allowed: ");
  }

  @Test
  void descriptorHoldsDefinitionsBesidesOtherValues() {
    var table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("ns", "t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .setValue("lighter.index.tag", "split f:tags , string")
            .setValue("lighter.index.city", "value f:city string")
            .setValue("lighter.index.write.timeout", "1s")
            .setValue("lighter.index.of", "x")
            .setValue("other", "y");

    assertThat(IndexSpecs.of(table.build()))
        .extracting(IndexSpec::name)
        .containsExactly("city", "tag");
    assertThat(IndexNames.indexTable(TableName.valueOf("ns", "t"), "city"))
        .isEqualTo(TableName.valueOf("ns", "t__city"));

    table.setValue("lighter.index.a", "x").setValue("lighter.index.b", "y");

    assertThat(
            catchThrowableOfType(IndexSpecException.class, () -> IndexSpecs.of(table.build()))
                .problems())
        .hasSize(2);
  }

  @Test
  void indexTableKeepsWhatHasAStampInsteadOfATime() {
    var table = IndexNames.indexTableDescriptor(TableName.valueOf("t"), "city").build();
    var family = table.getColumnFamily(IndexNames.family());

    assertThat(family.getTimeToLive()).isEqualTo(Integer.MAX_VALUE);
    assertThat(family.getMaxVersions()).isEqualTo(1);
    assertThat(family.getScope()).isZero();
    assertThat(table.getValue(IndexNames.OF)).isEqualTo("t");
    assertThat(List.of(table.getColumnFamilies())).hasSize(1);
  }
}
