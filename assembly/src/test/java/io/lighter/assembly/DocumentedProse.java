// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the prose of a Markdown page: length of sentences, table cells and lines, and words that
 * the glossary replaces.
 *
 * <p>Fenced code and comments are skipped. In text, inline code counts as one word, and a link as
 * its text. A sentence ends with a full stop, a question mark or an exclamation mark; a paragraph
 * or list item ends it as well.
 *
 * @param page name of the page in problems
 * @param blocks paragraphs, list items, headings and table rows, in order
 * @param lines lines outside of code and tables
 */
record DocumentedProse(String page, List<Block> blocks, List<Line> lines) {

  static final int LONGEST_SENTENCE = 40;
  static final int LONGEST_CELL = 160;
  static final int LONGEST_LINE = 100;

  /**
   * Words that the glossary replaces, and words that personify machines. Lower case, whole words.
   */
  private static final Pattern REPLACED =
      Pattern.compile(
          "\\b(?:mend|mends|mended|mending|(?:come|comes|came|coming) home|somebody|someone|nobody"
              + "|himself|herself|whoever|strangers?|victims?|limps?|limped|limping|forgiven"
              + "|politely|compactions? away"
              + "|(?:is|are|was|were|be|been|stays?) away)\\b(?! from)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern FENCE = Pattern.compile("\\s*(```+|~~~+).*");
  private static final Pattern CODE = Pattern.compile("(`+)(.+?)\\1(?!`)");
  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)]\\([^)]*\\)");
  private static final Pattern LIST_ITEM = Pattern.compile("\\s*([-*+]|\\d+\\.)\\s.*");
  private static final Pattern END_OF_SENTENCE =
      Pattern.compile("(?<=[.!?])[)*\"_]*\\s+(?=[\\p{Lu}\\d(*\"_\\[]|x\\b)");
  private static final Pattern CELL_BORDER = Pattern.compile("(?<!\\\\)\\|");

  /** The type of a block. */
  enum Kind {
    TEXT,
    HEADING,
    TABLE_ROW
  }

  /** A paragraph, list item, heading or table row, with the number of its first line. */
  record Block(Kind kind, int line, String text) {}

  /** A line of the file. */
  record Line(int number, String text) {}

  /** Splits a page. */
  static DocumentedProse of(String page, String content) {
    List<Block> blocks = new ArrayList<>();
    List<Line> lines = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    int start = 0;
    int number = 0;
    String fence = null;
    boolean comment = false;
    for (String line : content.lines().toList()) {
      number++;
      Matcher opening = FENCE.matcher(line);
      boolean skipped = true;
      if (fence != null) {
        fence = line.strip().equals(fence) ? null : fence;
      } else if (opening.matches()) {
        fence = opening.group(1);
      } else if (comment || line.strip().startsWith("<!--")) {
        comment = !line.contains("-->");
      } else {
        skipped = false;
      }
      boolean row = !skipped && line.strip().startsWith("|");
      boolean heading = !skipped && line.matches("#{1,6} .*");
      boolean alone = skipped || row || heading || line.isBlank();
      if (alone || LIST_ITEM.matcher(line).matches()) {
        close(blocks, open, start);
      }
      if (row || heading) {
        blocks.add(new Block(row ? Kind.TABLE_ROW : Kind.HEADING, number, line.strip()));
      } else if (!alone) {
        start = open.isEmpty() ? number : start;
        open.append(open.isEmpty() ? "" : " ").append(line.strip());
      }
      if (!skipped && !row) {
        lines.add(new Line(number, line));
      }
    }
    close(blocks, open, start);
    return new DocumentedProse(page, blocks, lines);
  }

  private static void close(List<Block> blocks, StringBuilder open, int start) {
    if (!open.isEmpty()) {
      blocks.add(new Block(Kind.TEXT, start, open.toString()));
      open.setLength(0);
    }
  }

  /** Sentences, cells and lines that are too long. */
  List<String> lengthProblems() {
    List<String> problems = new ArrayList<>();
    for (Block block : blocks) {
      switch (block.kind()) {
        case TEXT -> sentences(block, problems);
        case TABLE_ROW -> cells(block, problems);
        case HEADING -> {}
      }
    }
    for (Line line : lines) {
      int length = LINK.matcher(line.text()).replaceAll("[$1]").length();
      if (length > LONGEST_LINE) {
        problems.add(at(line.number()) + "a line of " + length + " characters");
      }
    }
    return problems;
  }

  /** Words that the glossary replaces. */
  List<String> wordProblems() {
    List<String> problems = new ArrayList<>();
    for (Block block : blocks) {
      Matcher word = REPLACED.matcher(plain(block.text()));
      while (word.find()) {
        problems.add(at(block.line()) + "'" + word.group() + "' is not in the glossary");
      }
    }
    return problems;
  }

  /** Words of all blocks. */
  int words() {
    return blocks.stream().mapToInt(block -> words(plain(block.text()))).sum();
  }

  /** Words of paragraphs and list items. */
  int wordsOfText() {
    return blocks.stream()
        .filter(block -> block.kind() == Kind.TEXT)
        .mapToInt(block -> words(plain(block.text())))
        .sum();
  }

  /** A replaced word of a text that is no page, or an empty string. */
  static String replacedWord(String text) {
    Matcher word = REPLACED.matcher(plain(text));
    return word.find() ? word.group() : "";
  }

  private void sentences(Block block, List<String> problems) {
    for (String sentence : END_OF_SENTENCE.split(plain(block.text()), -1)) {
      int words = words(sentence);
      if (words > LONGEST_SENTENCE) {
        problems.add(at(block.line()) + "a sentence of " + words + " words: " + start(sentence));
      }
    }
  }

  private void cells(Block block, List<String> problems) {
    String row = LINK.matcher(block.text()).replaceAll("$1");
    for (String cell : CELL_BORDER.split(row, -1)) {
      int length = cell.strip().length();
      if (length > LONGEST_CELL) {
        problems.add(at(block.line()) + "a cell of " + length + " characters: " + start(cell));
      }
    }
  }

  private String at(int line) {
    return page + ":" + line + ": ";
  }

  private static String start(String text) {
    String stripped = text.strip();
    return stripped.length() > 50 ? stripped.substring(0, 50) + "…" : stripped;
  }

  private static String plain(String text) {
    return LINK.matcher(CODE.matcher(text).replaceAll("x")).replaceAll("$1");
  }

  private static int words(String text) {
    int words = 0;
    for (String word : text.split("\\s+", -1)) {
      if (word.chars().anyMatch(Character::isLetterOrDigit)) {
        words++;
      }
    }
    return words;
  }
}
