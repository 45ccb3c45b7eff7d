import { describeClassicReleases } from '../classic/profiles/describe-classic-releases.ts'
import { describeReleases } from './describe-releases.ts'
import type { ProfileDescription } from './profile-description.ts'

/** Every scheduler that can be asked, the modern releases first, with all that each runs. */
export function describeProfiles(): readonly ProfileDescription[] {
  return [...describeReleases(), ...describeClassicReleases()]
}
