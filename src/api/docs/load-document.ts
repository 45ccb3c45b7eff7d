/** Gets the text of the OpenAPI document; null where it is not deployed with the app. */
export type LoadDocument = () => Promise<string | null>

/** For platforms on which code lies about until it is of use. */
export const loadShippedDocument: LoadDocument = async () => {
  const shipped = await import('../../../schemas/openapi.json', { with: { type: 'json' } })
  return JSON.stringify(shipped.default)
}
