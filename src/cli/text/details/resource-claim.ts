import type { ResourceClaimDetail } from '../../../scheduler/framework/detail.ts'
import { byPhrase, type DetailText, phrasesOnNodes } from './detail-text.ts'
import { termsText } from './node-label.ts'

/** Devices that were given to a claim, and why they cannot be used on these nodes. */
export const resourceClaim: DetailText<'resourceClaim'> = (found) =>
  phrasesOnNodes(found, (detail) => `${detail.resourceClaim}: ${troubleText(detail)}`)

function troubleText({ nodeSelector, bindingFailed, missingFeature }: ResourceClaimDetail): string {
  if (nodeSelector !== null) return `its devices are on nodes with ${termsText(nodeSelector)}, not`
  if (bindingFailed) return 'a device could not be made ready: not'
  return `its devices need feature ${missingFeature}, not declared`
}

/** Claims that an earlier attempt left behind. */
export const staleResourceClaim: DetailText<'staleResourceClaim'> = (found) =>
  byPhrase(
    found,
    (detail) => `claim ${detail.resourceClaim} of an earlier attempt is in the way`,
  ).map(({ phrase }) => phrase)
