import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { bashScript } from '../../src/cli/completion/bash.ts'
import { fishScript } from '../../src/cli/completion/fish.ts'
import { FORMATS } from '../../src/cli/output.ts'
import { makeFile } from './files.ts'
import { runBerth } from './run-berth.ts'

/** What bash itself offers for the last of these words, by its own programmable completion. */
function complete(...words: string[]): string[] {
  const script = makeFile('berth.bash', bashScript(COMMANDS))
  const line = ['berth', ...words]
  const quoted = line.map((word) => `'${word}'`).join(' ')
  const program = `set -u; source "$1"; complete -p berth > /dev/null || exit 9
    COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _berth
    [ "\${#COMPREPLY[@]}" -eq 0 ] || printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr, status } = spawnSync('bash', ['-c', program, 'bash', script], {
    encoding: 'utf8',
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout.split('\n').filter((word) => word !== '')
}

describe('bash completes', () => {
  it.each([
    { what: 'commands', words: ['de'], offers: ['decide', 'demo'] },
    { what: 'options', words: ['decide', '--ex'], offers: ['--explain'] },
    {
      what: 'options that deny',
      words: ['drain', '--no-'],
      offers: ['--no-ignore-daemonsets', '--no-preemption'],
    },
    { what: 'values', words: ['why', 'x', '-o', ''], offers: [...FORMATS] },
    { what: 'values of long options', words: ['decide', '--output', 'sa'], offers: ['sarif'] },
    { what: 'profiles', words: ['compare', '--to', 'classic-1.11'], offers: ['classic-1.11'] },
    { what: 'files', words: ['decide', '-s', 'package.js'], offers: ['package.json'] },
    { what: 'what commands take', words: ['completion', 'z'], offers: ['zsh'] },
    { what: 'subcommands', words: ['store', 'ver'], offers: ['verify'] },
    { what: 'nothing where it knows nothing', words: ['drain', 'node-'], offers: [] },
  ])('$what', ({ words, offers }) => {
    expect(complete(...words)).toEqual(offers)
  })

  it('every option of every command', () => {
    for (const { name, options } of COMMANDS) {
      const offered = complete(name, '-')
      for (const [option, { deniable }] of Object.entries(options)) {
        expect(offered).toContain(`--${deniable ? 'no-' : ''}${option}`)
      }
    }
  })
})

describe('kubectl completes', () => {
  it.each([
    { words: ['wh'], printed: 'why\n:4\n' },
    { words: ['decide', '-o', 'sa'], printed: 'sarif\n:4\n' },
    { words: ['decide', '-s', ''], printed: ':0\n' },
    { words: ['why', '--abs'], printed: '--absent-kinds\n:4\n' },
    { words: ['nonsense', ''], printed: ':4\n' },
  ])('$words', ({ words, printed }) => {
    const { stdout } = spawnSync(process.execPath, ['src/cli/kubectl-complete.ts', ...words], {
      encoding: 'utf8',
    })
    expect(stdout).toBe(printed)
  })
})

describe('berth completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script that %s takes', async (shell) => {
    const { code, output } = await runBerth(['completion', shell])
    expect(code).toBe(0)
    const script = makeFile(`berth.${shell}`, output)
    const { error, stderr, status } = spawnSync(shell, ['-n', script], { encoding: 'utf8' })
    // Few machines have all three.
    if (error === undefined) expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    else expect(error.message).toContain('ENOENT')
  })

  it('is for these shells only', async () => {
    const { code, complaints } = await runBerth(['completion', 'tcsh'])
    expect(complaints).toContain('completion is for bash, zsh, fish, not tcsh')
    expect(code).toBe(2)
  })

  it('quotes what fish would read', () => {
    expect(fishScript(COMMANDS)).toContain("-d 'as kubectl\\'s'")
  })
})
