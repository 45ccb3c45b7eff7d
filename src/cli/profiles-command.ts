import { describeProfiles } from '../scheduler/profiles/describe-profiles.ts'
import type { ProfileDescription } from '../scheduler/profiles/profile-description.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import type { Terminal } from './terminal.ts'
import { hang, type Page } from './text/page.ts'

/** `berth profiles [NAME]`: the schedulers that can be asked, or all about one. */
export function profilesCommand(words: readonly string[], terminal: Terminal): ExitCode {
  const profiles = describeProfiles()
  const [name, ...more] = words
  const profile = profiles.find((one) => one.name === name)
  if (more.length > 0) return terminal.complain('usage: berth profiles [NAME]')
  if (name !== undefined && profile === undefined) {
    return terminal.complain(`there is no profile ${JSON.stringify(name)}; see berth profiles`)
  }
  const lines =
    profile === undefined ? listLines(profiles, terminal.page) : detailLines(profile, terminal.page)
  for (const line of lines) terminal.write(`${line}\n`)
  return EXIT_CODE.done
}

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
