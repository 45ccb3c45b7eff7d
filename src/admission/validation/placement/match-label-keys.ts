import type { Struct } from '../../types/types.ts'
import type { FieldErrors } from '../field-errors.ts'
import { labelKey } from '../metadata/names.ts'

interface Keys {
  readonly matchLabelKeys: readonly string[] | undefined
  readonly mismatchLabelKeys?: readonly string[] | undefined
  readonly labelSelector: Struct<'LabelSelector'> | undefined
}

/**
 * ValidateMatchLabelKeysAndMismatchLabelKeys. The keys are merged into the selector already, so a
 * key that comes a second time was there before.
 */
export function validateLabelKeys(errors: FieldErrors, keys: Keys, path: string): void {
  const { matchLabelKeys = [], mismatchLabelKeys = [], labelSelector } = keys
  validateKeys(errors, matchLabelKeys, labelSelector !== undefined, `${path}.matchLabelKeys`)
  validateKeys(errors, mismatchLabelKeys, labelSelector !== undefined, `${path}.mismatchLabelKeys`)
  if (labelSelector !== undefined) validateSelector(errors, matchLabelKeys, labelSelector, path)
  const mismatched = new Set(mismatchLabelKeys)
  for (const [index, key] of matchLabelKeys.entries()) {
    if (!mismatched.has(key)) continue
    const detail = 'exists in both matchLabelKeys and mismatchLabelKeys'
    errors.invalid(`${path}.matchLabelKeys[${index}]`, key, detail)
  }
}

function validateKeys(
  errors: FieldErrors,
  keys: readonly string[],
  hasSelector: boolean,
  path: string,
): void {
  if (keys.length === 0) return
  if (!hasSelector) {
    return errors.forbidden(path, 'must not be specified when labelSelector is not set')
  }
  for (const [index, key] of keys.entries()) {
    errors.invalidEach(`${path}[${index}]`, key, labelKey(key))
  }
}

function validateSelector(
  errors: FieldErrors,
  matchLabelKeys: readonly string[],
  { matchLabels, matchExpressions }: Struct<'LabelSelector'>,
  path: string,
): void {
  const indexes = new Map(matchLabelKeys.map((key, index) => [key, index]))
  const seen = new Set(matchLabels?.keys())
  for (const { key } of matchExpressions ?? []) {
    const index = indexes.get(key)
    if (index !== undefined && seen.has(key)) {
      errors.invalid(`${path}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')
    }
    seen.add(key)
  }
}
