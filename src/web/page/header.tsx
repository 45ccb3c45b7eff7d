import { useSignal } from '@preact/signals'
import { chooseProfile } from './actions.ts'
import { mayFollow } from './following.ts'
import { isDark, nextTheme } from './palette.ts'
import * as state from './state.ts'
import { count } from './words.ts'

export function Header() {
  const found = state.cluster.value
  return (
    <header class="top">
      <h1 class="brand">
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 4v12h14V4" fill="none" stroke="currentColor" stroke-width="2.4" />
          <rect x="7" y="8" width="6" height="5" fill="currentColor" rx="1" />
        </svg>
        Berth
      </h1>
      <button type="button" class="chip" onClick={() => openData()} aria-haspopup="dialog">
        <span class="chip-label">Cluster</span>
        {found === null
          ? 'reading…'
          : `${state.isSample.value ? 'sample' : found.files.join(', ')} · ${count(found.nodeCount, 'node')}`}
      </button>
      <Live />
      <label class="chip">
        <span class="chip-label">Scheduler</span>
        <select
          value={state.profile.value}
          onChange={({ currentTarget }) => chooseProfile(currentTarget.value)}
        >
          {(found?.profiles ?? []).toReversed().map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <span class="spacer" />
      <span class="promise" title={mayFollow ? ASKS_ONE_SERVER : ASKS_NOBODY}>
        <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
          <path
            d="M4 7V5a4 4 0 0 1 8 0v2M3 7h10v7H3z"
            fill="none"
            stroke="currentColor"
            stroke-width="1.6"
          />
        </svg>
        {mayFollow ? 'Asks only the server it came from' : 'Nothing leaves this tab'}
      </span>
      <CopyLink />
      <button
        type="button"
        class="icon"
        onClick={nextTheme}
        aria-label={isDark.value ? 'Light colours' : 'Dark colours'}
        title="Light or dark (d)"
      >
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.6" />
          <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
        </svg>
      </button>
      <button
        type="button"
        class="icon"
        onClick={() => {
          state.openDialog.value = 'keys'
        }}
        aria-label="Keys and legend"
        title="Keys and legend (?)"
      >
        ?
      </button>
    </header>
  )
}

/** What the browser holds the page to. */
const ASKS_NOBODY = 'This page may not send anything anywhere: its policy forbids every connection.'
const ASKS_ONE_SERVER =
  'This page asks the server that it came from for the snapshots that it follows; its policy forbids every other connection. Questions are answered in this tab.'

/** Whether what is shown is still so. */
function Live() {
  const { value } = state.followed
  if (value === null) return null
  const isLive = value.state === 'live'
  const time = value.storedAt === '' ? '' : new Date(value.storedAt).toLocaleTimeString()
  return (
    <span class={`live ${value.state}`}>
      <span class="dot" aria-hidden="true">
        {isLive ? '●' : '○'}
      </span>{' '}
      <span role="status">{isLive ? 'live' : value.says || 'asking…'}</span>
      {isLive && <span>, as of {time}</span>}
    </span>
  )
}

export function openData(): void {
  state.openDialog.value = 'data'
}

function CopyLink() {
  const isCopied = useSignal(false)
  const copy = async () => {
    await navigator.clipboard.writeText(location.href)
    isCopied.value = true
    setTimeout(() => {
      isCopied.value = false
    }, 1500)
  }
  return (
    <button
      type="button"
      class="chip quiet"
      onClick={() => void copy()}
      title="The link carries the question, never the data"
    >
      {isCopied.value ? 'Copied' : 'Copy link'}
    </button>
  )
}
