import { readFile } from 'node:fs/promises'
import { type ExplorerPage, explorerPage } from '../api/http/explorer-page.ts'

const FOLDER = new URL('../../dist/web/', import.meta.url)

let page: Promise<ExplorerPage | null> | null = null

/** The page that `npm run build:web` wrote, read when somebody first asks; null without it. */
export function readExplorer(): Promise<ExplorerPage | null> {
  page ??= read()
  return page
}

async function read(): Promise<ExplorerPage | null> {
  const html = await readIfThere(new URL('index.html', FOLDER))
  if (html === null) return null
  return explorerPage(html, await readIfThere(new URL('index.html.gz', FOLDER)))
}

async function readIfThere(file: URL): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null // errors of the system have one
    throw error
  }
}
