import type { i32 } from './memory.ts'

/**
 * Where things are in a scanner's memory, as offsets in bytes. This file, grammar.ts, project.ts,
 * strings.ts and walk.ts are also compiled to WebAssembly (src/wasm), so they keep to what
 * AssemblyScript understands: numbers, functions and module variables.
 */

/** What a call is told: first byte after the window, and whether the text ends there. */
export const END: i32 = 0
export const IS_FINAL: i32 = 4
/** Arrays and objects around the window's cursor, and how many may be inside each other. */
export const DEPTH: i32 = 8
export const DEPTH_MAX: i32 = 12
/** One byte for every open array or object. */
export const STACK: i32 = 16
/** Where a projection is written; a call leaves the end of what it wrote. */
export const OUTPUT: i32 = 20
/** What a call leaves behind: where it stopped, and whether the projection cannot be trusted. */
export const STOPPED_AT: i32 = 24
export const UNUSUAL: i32 = 28
/** Captured values, two words each: first byte and the byte after the last. */
export const SLOTS: i32 = 32
export const SLOTS_MAX: i32 = 28
export const RULES: i32 = 256

/** Instead of an offset: the window ends too early, */
export const MORE: i32 = -1
/** the text is not JSON at STOPPED_AT, */
export const FAULT: i32 = -2
/** or not UTF-8 there, */
export const NOT_UTF8: i32 = -3
/** or one array or object too many opens there. */
export const TOO_DEEP: i32 = -4

/** Kinds of rules; see rules.ts. Up to CAPTURE a rule's value is looked into or written out. */
export const KEEP: i32 = 1
export const OBJECT: i32 = 2
export const EACH: i32 = 3
export const KEEP_AND_CAPTURE: i32 = 4
export const CAPTURE: i32 = 5
export const DROP: i32 = 6
export const BLANK: i32 = 7
export const UNUSUAL_IF_SET: i32 = 8

/** Words of a rule, as offsets in bytes: its kind, then by kind. */
export const RULE_BIT: i32 = 4
export const RULE_SLOT: i32 = 8
export const RULE_CHILD: i32 = 8
export const RULE_MASK: i32 = 12
export const RULE_SEED: i32 = 16
export const RULE_ENTRIES: i32 = 20
/** An entry of an object's table: where the key's bytes are, how many, and the rule of its value. */
export const ENTRY_LENGTH: i32 = 4
export const ENTRY_RULE: i32 = 8
export const ENTRY_BYTES: i32 = 12

export const QUOTE: i32 = 0x22
export const COMMA: i32 = 0x2c
export const COLON: i32 = 0x3a
export const BACKSLASH: i32 = 0x5c
export const OPEN_BRACKET: i32 = 0x5b
export const CLOSE_BRACKET: i32 = 0x5d
export const OPEN_BRACE: i32 = 0x7b
export const CLOSE_BRACE: i32 = 0x7d
export const LETTER_N: i32 = 0x6e
