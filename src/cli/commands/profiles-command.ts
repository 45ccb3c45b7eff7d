import { describeProfiles } from '../../scheduler/profiles/describe-profiles.ts'
import type { ProfileDescription } from '../../scheduler/profiles/profile-description.ts'
import { PROFILE_NAMES } from '../../scheduler/profiles/resolve-profile.ts'
import { type Command, defineCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { OUTPUT_OPTIONS, writeAnswer } from '../output.ts'
import { didYouMean } from '../read-words.ts'
import { hang, type Page } from '../text/page.ts'

/** `berth profiles [NAME]`: the schedulers that can be asked, or all about one. */
export const profiles: Command = defineCommand(
  {
    name: 'profiles',
    summary: 'the schedulers that can be asked; with a NAME, all about one',
    operands: '[NAME]',
    operandsMax: 1,
    operandChoices: PROFILE_NAMES,
    options: OUTPUT_OPTIONS,
    examples: ['profiles', 'profiles kubernetes-1.37'],
  },
  ({ values, names: [name] }, terminal) => {
    const all = describeProfiles()
    const profile = all.find((one) => one.name === name)
    const names = () => all.map((one) => one.name)
    if (name !== undefined && profile === undefined) {
      const meant = didYouMean(name, names())
      return terminal.complain(
        `there is no profile ${JSON.stringify(name)}${meant}; see berth profiles`,
      )
    }
    const text = (page: Page) =>
      profile === undefined ? listLines(all, page) : detailLines(profile, page)
    writeAnswer(profile ?? all, { text, names }, values.output ?? 'text', terminal)
    return EXIT_CODE.done
  },
)

function listLines(profiles: readonly ProfileDescription[], { columns }: Page): string[] {
  const width = Math.max(...profiles.map(({ name }) => name.length))
  return profiles.flatMap(({ name, version, config, default: isDefault }) => {
    const note = isDefault ? ', the default' : ''
    const text = `as ${version}${note}; takes a ${config}`
    return hang(`${name.padEnd(width)}  `, text, columns)
  })
}

function detailLines({ name, version, plugins, differences }: ProfileDescription, page: Page) {
  const width = Math.max(...plugins.map((plugin) => plugin.name.length))
  const pluginLines = plugins.flatMap((plugin) => {
    const weight = plugin.weight === null ? '' : `x${plugin.weight}`
    const lead = `  ${plugin.name.padEnd(width)}  ${weight.padStart(6)}  `
    const idle = plugin.default ? '' : ' Not run by default.'
    return hang(lead, `${plugin.description}${idle}`, page.columns)
  })
  return [
    `${name}, as ${version}`,
    '',
    ...pluginLines,
    '',
    ...differences.flatMap((difference) => hang('  ', difference, page.columns)),
  ]
}
