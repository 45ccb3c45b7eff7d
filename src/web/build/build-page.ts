import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Plugin } from 'esbuild'

/** The page in one file, and how large it is. */
export interface BuiltPage {
  readonly html: string
  readonly gzip: Uint8Array
  /** For the header too, where the policy may say more than in a document. */
  readonly policy: string
}

const PAGE = new URL('../page/', import.meta.url)
const SAMPLE = new URL('../../cli/example/cluster.json.gz', import.meta.url)
const TEMPLATE = new URL('./page.html', import.meta.url)

const COMMON: BuildOptions = {
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: ['chrome123', 'firefox120', 'safari17.5'],
  charset: 'utf8',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfigRaw: {},
}

/**
 * Engine, sample, style and page in one HTML file that loads nothing: the same sources make the same
 * bytes. The engine is a text in the script, which starts it from a blob; a worker that was loaded by
 * its address would not inherit the page's policy.
 */
export async function buildPage(): Promise<BuiltPage> {
  const engine = await bundle('worker.ts', [])
  const script = inScript(await bundle('main.tsx', [embed(engine)]))
  const style = (await bundle('style.css', [])).trim()
  const policy = policyOf(script, style)
  // Replacements are functions, since a text may hold what String.replace reads as a pattern.
  const html = readFileSync(TEMPLATE, 'utf8')
    .replace('__POLICY__', () => policy)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`)
  return { html, gzip: gzipSync(html, { level: 9 }), policy }
}

async function bundle(entry: string, plugins: Plugin[]): Promise<string> {
  const entryPoints = [new URL(entry, PAGE).pathname]
  const { outputFiles = [] } = await build({ ...COMMON, entryPoints, plugins })
  const [output] = outputFiles
  if (output === undefined) throw new Error(`${entry} made nothing`)
  return output.text
}

function embed(engine: string): Plugin {
  const texts = new Map([
    ['berth:engine', engine],
    ['berth:sample', readFileSync(SAMPLE).toString('base64')],
  ])
  return {
    name: 'embed',
    setup(building) {
      building.onResolve({ filter: /^berth:/ }, ({ path }) => ({ path, namespace: 'embedded' }))
      building.onLoad({ filter: /.*/, namespace: 'embedded' }, ({ path }) => ({
        contents: `export const text = ${JSON.stringify(texts.get(path))}`,
        loader: 'js',
      }))
    },
  }
}

/** What would end the script element early, or open a comment in it. */
function inScript(code: string): string {
  return code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
}

function policyOf(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'worker-src blob:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
