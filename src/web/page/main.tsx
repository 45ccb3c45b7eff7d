import { effect } from '@preact/signals'
import { render } from 'preact'
import { readLink } from '../link.ts'
import { followLink, openFiles, openSample } from './actions.ts'
import { App } from './app.tsx'
import { follow, mayFollow } from './following.ts'
import { listenToKeys } from './keys.ts'
import { theme } from './palette.ts'

const root = document.getElementById('app')
if (root !== null) render(<App />, root)

effect(() => {
  document.documentElement.dataset['theme'] = theme.value
})
listenToKeys()
addEventListener('hashchange', followLink)
addEventListener('dragover', (event) => {
  event.preventDefault()
  document.documentElement.dataset['dropping'] = ''
})
addEventListener('dragleave', ({ relatedTarget }) => {
  if (relatedTarget === null) delete document.documentElement.dataset['dropping']
})
addEventListener('drop', (event) => {
  event.preventDefault()
  delete document.documentElement.dataset['dropping']
  openFiles([...(event.dataTransfer?.files ?? [])])
})
const { follow: wanted = '' } = readLink(location.hash)
if (mayFollow && wanted !== '') follow(wanted, '')
else openSample()
