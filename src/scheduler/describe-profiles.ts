import { describeClassicReleases } from './classic/describe.ts'
import { describeReleases, type ProfileDescription } from './describe.ts'

/** Every scheduler that can be asked, the modern releases first, with all that each runs. */
export function describeProfiles(): readonly ProfileDescription[] {
  return [...describeReleases(), ...describeClassicReleases()]
}
