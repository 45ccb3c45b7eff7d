/**
 * Compiles the scanner to WebAssembly: the same sources as src/snapshot/json/scan/walk.ts, with
 * memory.as in the place of memory.ts. Writes the module twice: as a file for runtimes that compile
 * no bytes of a program (Workers), and as text for all others. With --check it only tells whether
 * both are what the sources give.
 */
import { readFileSync, writeFileSync } from 'node:fs'

/** Of the compiler's interface what is used. Its own types declare globals that hide those of Node. */
interface Compiler {
  main(
    options: readonly string[],
    files: {
      readFile(name: string): string | null
      writeFile(name: string, contents: Uint8Array | string): void
      listFiles(): string[]
    },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>
}

const COMPILER: string = 'assemblyscript/asc'
const SOURCES = new URL('../snapshot/json/scan/', import.meta.url)
const MODULE = new URL('scanner.wasm', import.meta.url)
const TEXT = new URL('scanner-text.ts', import.meta.url)

const OPTIONS = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--noAssert', '--outFile', 'out']

const bytes = await compile()
const text = textOf(bytes)
if (process.argv.includes('--check')) {
  const isSame = readFileSync(MODULE).equals(bytes) && readFileSync(TEXT, 'utf8') === text
  if (!isSame) throw new Error('src/wasm is not what its sources give; run node src/wasm/build.ts')
} else {
  writeFileSync(MODULE, bytes)
  writeFileSync(TEXT, text)
}

async function compile(): Promise<Uint8Array> {
  const { main }: Compiler = await import(COMPILER)
  let output: Uint8Array | null = null
  const { error, stderr } = await main(['walk.ts', ...OPTIONS], {
    readFile: readSource,
    writeFile: (_name, contents) => {
      if (contents instanceof Uint8Array) output = contents
    },
    listFiles: () => [],
  })
  if (error !== null || output === null) throw new Error(`${error?.message}\n${stderr.toString()}`)
  return output
}

/** Types are imported for TypeScript only: the compiler knows its own i32. */
function readSource(name: string): string | null {
  if (!/^[a-z]+\.ts$/.test(name)) return null
  const url = name === 'memory.ts' ? new URL('memory.as', import.meta.url) : new URL(name, SOURCES)
  try {
    return readFileSync(url, 'utf8').replace(/^import type .*$/gm, '')
  } catch {
    return null // the compiler tries several places
  }
}

function textOf(module: Uint8Array): string {
  const base64 = Buffer.from(module).toString('base64')
  return `/** scanner.wasm in base64; made by build.ts. */\nexport const SCANNER_BASE64: string =\n  '${base64}'\n`
}
