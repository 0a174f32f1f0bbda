// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.cli.command.FirstLine;
import io.lighter.cli.install.ConstantPool.Reference;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks whether referenced members exist. The lookup follows the JVM: the class, its superclasses,
 * its interfaces. Classes are loaded without initialisation. Not thread-safe.
 */
final class Members {
  private static final String JDK = "java/";

  private final ClassLoader loader;

  /** Members by class: fields as "name descriptor", methods as "name(…)…". */
  private final Map<Class<?>, Set<String>> declared = new HashMap<>();

  /** Creates a lookup with a loader that the caller closes. */
  Members(ClassLoader loader) {
    this.loader = loader;
  }

  /** The problem of a class or of a type in its members; empty if the class loads. */
  Optional<String> problem(String className) {
    try {
      Class<?> type = Class.forName(className, false, loader);
      declared.computeIfAbsent(type, Members::declaredBy); // reading members loads their types
      return Optional.empty();
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.of("%s needs %s".formatted(className, e));
    }
  }

  /** The problem of a reference; empty if the JVM could resolve it. */
  Optional<String> problem(Reference reference) {
    if (reference.owner().startsWith("[") || reference.owner().startsWith(JDK)) {
      return Optional.empty();
    }
    try {
      Class<?> owner = Class.forName(reference.owner().replace('/', '.'), false, loader);
      return has(owner, key(reference))
              || (owner.isInterface() && has(Object.class, key(reference)))
          ? Optional.empty()
          : Optional.of("no " + reference);
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.of("cannot load %s for %s".formatted(FirstLine.of(e), reference));
    }
  }

  private boolean has(Class<?> type, String key) {
    if (type == null) {
      return false;
    }
    if (declared.computeIfAbsent(type, Members::declaredBy).contains(key)) {
      return true;
    }
    if (has(type.getSuperclass(), key)) {
      return true;
    }
    for (Class<?> each : type.getInterfaces()) {
      if (has(each, key)) {
        return true;
      }
    }
    return false;
  }

  private static String key(Reference reference) {
    return reference.isField()
        ? reference.name() + ' ' + reference.descriptor()
        : reference.name() + reference.descriptor();
  }

  private static Set<String> declaredBy(Class<?> type) {
    Set<String> keys = new HashSet<>();
    for (Field field : type.getDeclaredFields()) {
      keys.add(field.getName() + ' ' + field.getType().descriptorString());
    }
    for (Method method : type.getDeclaredMethods()) {
      keys.add(
          method.getName()
              + MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                  .toMethodDescriptorString());
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      keys.add(
          "<init>"
              + MethodType.methodType(void.class, constructor.getParameterTypes())
                  .toMethodDescriptorString());
    }
    return keys;
  }
}
