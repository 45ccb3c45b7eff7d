import { describe, expect, it } from 'vitest'
import { makeFile } from './files.ts'
import { runBerth } from './run-berth.ts'

const KEEPS = ['watch', '--name', 'prod']

describe('commands that ask an API server themselves', () => {
  it.each([
    { words: ['schedule', '--server', 'localhost'], said: '--server: "localhost" is no URL' },
    { words: ['schedule', '--server', 'file:///etc'], said: 'is no URL of http or https' },
    {
      words: ['schedule', '--server', 'http://127.0.0.1:1', '--token-file', '/none'],
      said: '--token-file: /none: there is no such file',
    },
    {
      words: ['schedule', '--server', 'https://127.0.0.1:1', '--ca-file', 'package.json'],
      said: '--ca-file: package.json: ',
    },
    {
      words: ['schedule', '--server', 'http://127.0.0.1:1', '--config', 'src'],
      said: 'src: this is a directory',
    },
    { words: [...KEEPS, '--berth', 'here', '--server', 'http://a'], said: '--berth: "here" is no' },
    {
      words: [...KEEPS, '--berth', 'http://b', '--berth-token-file', 'src', '--server', 'http://a'],
      said: '--berth-token-file: src: this is a directory',
    },
  ])('say what is wrong: $said', async ({ words, said }) => {
    const { code, complaints } = await runBerth(words)
    expect(complaints).toContain(said)
    expect(complaints).not.toContain('bug')
    expect(code).toBe(2)
  })

  it('take a configuration in JSON', async () => {
    const profiles = [{ schedulerName: 'mine', plugins: { bind: 1 } }]
    const kind = {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
    }
    const config = makeFile('scheduler.json', { ...kind, profiles })
    const words = ['schedule', '--server', 'http://127.0.0.1:1', '--config', config]
    const { code, complaints } = await runBerth(words)
    expect(complaints).toContain(`${config}/config/profiles/0/plugins/bind: `)
    expect(code).toBe(2)
  })
})
