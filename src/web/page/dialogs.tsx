import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { cancelReading, openFiles, openSample } from './actions.ts'
import { follow, mayFollow, stopFollowing } from './following.ts'
import * as state from './state.ts'
import { count } from './words.ts'

function Dialog({
  name,
  title,
  children,
}: {
  readonly name: 'data' | 'keys'
  readonly title: string
  readonly children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = state.openDialog.value === name
  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open === isOpen) return
    if (isOpen) element.showModal()
    else element.close()
  }, [isOpen])
  const close = () => {
    if (state.openDialog.value === name) state.openDialog.value = ''
  }
  return (
    <dialog ref={dialog} aria-labelledby={`${name}-title`} onClose={close}>
      <div class="dialog-head">
        <h2 id={`${name}-title`}>{title}</h2>
        <button type="button" class="icon" aria-label="Close" onClick={close}>
          ×
        </button>
      </div>
      {children}
    </dialog>
  )
}

const COMMAND =
  'kubectl get nodes,pods,services,replicasets,statefulsets,poddisruptionbudgets,priorityclasses,persistentvolumes,persistentvolumeclaims,storageclasses,csinodes,namespaces -A -o json > cluster.json'

export function DataDialog() {
  const input = useRef<HTMLInputElement>(null)
  const isCopied = useSignal(false)
  const data = state.cluster.value
  const copy = async () => {
    await navigator.clipboard.writeText(COMMAND)
    isCopied.value = true
  }
  return (
    <Dialog name="data" title="Your cluster">
      {state.refusal.value.length > 0 && (
        <div class="warning" role="alert">
          <b>These files could not be read. What was open before stays.</b>
          <ul>
            {state.refusal.value.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <p>
        Drop files anywhere on this page, or choose them: a dump of a cluster (JSON or YAML, also
        gzip), and manifests of pods that do not exist yet.
      </p>
      <div class="card-actions">
        <button type="button" class="primary strong" onClick={() => input.current?.click()}>
          Choose files
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => {
            state.openDialog.value = ''
            openSample()
          }}
        >
          Open the sample
        </button>
        <input
          ref={input}
          type="file"
          multiple
          class="unseen"
          tabIndex={-1}
          aria-label="Files of a cluster"
          onChange={({ currentTarget }) => {
            openFiles([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </div>
      {mayFollow && <FollowForm />}
      <h3>Making a dump</h3>
      <pre class="command">
        <code>{COMMAND}</code>
      </pre>
      <button type="button" class="link" onClick={() => void copy()}>
        {isCopied.value ? 'Copied' : 'Copy the command'}
      </button>
      <h3>Where it goes</h3>
      {mayFollow ? (
        <p>
          Files that you open stay in this tab, where the engine works. To follow a snapshot, the
          page asks the server that it came from, with its name and your token; the page’s own
          policy forbids every other connection. <a href="./">The same page without any</a> cannot
          send anything at all. Nothing is kept but the choice of light or dark.
        </p>
      ) : (
        <p>
          Nowhere. The engine is part of this page and works in this tab. The page’s own policy
          forbids every connection, so that nothing that you open here can be sent anywhere, by
          mistake or otherwise. Nothing is kept but the choice of light or dark.
        </p>
      )}
      {!mayFollow && location.protocol !== 'file:' && (
        <p>
          A Berth server that keeps snapshots by name has this page at <a href="follow">/follow</a>{' '}
          too, where it may ask that server for one, and shows it as it changes.
        </p>
      )}
      {data !== null && (
        <>
          <h3>Open now</h3>
          <p>
            {data.files.join(', ')}, read in {Math.round(data.readMs)} ms:{' '}
            {data.kinds
              .map(({ kind, count: number }) => `${number.toLocaleString('en')} ${kind}`)
              .join(', ')}
            .
          </p>
        </>
      )}
    </Dialog>
  )
}

/** A snapshot that the server keeps by name. */
function FollowForm() {
  const name = useSignal(state.followed.peek()?.name ?? '')
  const token = useSignal('')
  const { value } = state.followed
  return (
    <>
      <h3>Following a snapshot of this server</h3>
      <form
        class="task-form"
        onSubmit={(event) => {
          event.preventDefault()
          follow(name.value.trim(), token.value.trim())
        }}
      >
        <label class="field">
          <span>Name</span>
          <input
            type="text"
            required
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value
            }}
          />
        </label>
        <label class="field">
          <span>Token, if it wants one</span>
          <input
            type="password"
            autocomplete="off"
            value={token.value}
            onInput={({ currentTarget }) => {
              token.value = currentTarget.value
            }}
          />
        </label>
        <button type="submit" class="primary strong">
          Follow
        </button>
        {value !== null && (
          <button type="button" class="primary" onClick={stopFollowing}>
            Stop
          </button>
        )}
      </form>
      {value !== null && (
        <p role="status">
          {value.name}: {value.state === 'live' ? 'live' : value.says || 'asking…'}
        </p>
      )}
    </>
  )
}

export function Reading() {
  const { value } = state.phase
  if (value.kind !== 'reading') return null
  const share = value.of === 0 ? 0 : value.bytes / value.of
  return (
    <div class="reading" role="status">
      <p>
        Reading {value.name}: {Math.round(value.bytes / 1e6).toLocaleString('en')} of{' '}
        {Math.round(value.of / 1e6).toLocaleString('en')} MB
      </p>
      <progress max={1} value={share} aria-label="Bytes read" />
      <button type="button" class="primary" onClick={cancelReading}>
        Cancel
      </button>
    </div>
  )
}

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'find a pod'],
  ['[ and ]', 'the pod before, the next pod'],
  ['arrows', 'move on the map, when it has the focus'],
  ['m', 'go to the map'],
  ['Enter', 'open the node’s sheet'],
  ['x', 'mark the node for comparison'],
  ['t', 'the nodes as a table, or as a map'],
  ['g', 'group by the next label'],
  ['c', 'colour by the next thing'],
  ['w', 'go to what would help'],
  ['u', 'undo'],
  ['o', 'open files'],
  ['d', 'light or dark'],
  ['Esc', 'close what is open'],
]

const LEGEND: readonly (readonly [string, string])[] = [
  ['R', 'resources: the fill shows how near the node comes'],
  ['T', 'taints'],
  ['A', 'affinity and node selectors'],
  ['S', 'spread over topology'],
  ['V', 'volumes'],
  ['P', 'ports and devices'],
  ['C', 'cordoned, and everything else'],
]

export function KeysDialog() {
  const isOff = state.lettersOff
  return (
    <Dialog name="keys" title="Keys and legend">
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={isOff.value}
          onChange={({ currentTarget }) => {
            isOff.value = currentTarget.checked
          }}
        />
        Letters do nothing
      </label>
      <h3>Cells</h3>
      <dl class="keys">
        {LEGEND.map(([letter, means]) => (
          <div key={letter}>
            <dt>
              <span class={`letter family-${letter}`}>{letter}</span>
            </dt>
            <dd>{means}</dd>
          </div>
        ))}
        <div>
          <dt>filled</dt>
          <dd>the node fits; darker or lighter by its points</dd>
        </div>
        <div>
          <dt>ring</dt>
          <dd>shares the best total; the dot is the one that is chosen</dd>
        </div>
        <div>
          <dt>corner</dt>
          <dd>somebody would be evicted there</dd>
        </div>
        <div>
          <dt>hollow</dt>
          <dd>not looked at</dd>
        </div>
      </dl>
      <p class="quiet-text">
        {count(state.cluster.value?.nodeCount ?? 0, 'node')} in this cluster.
      </p>
    </Dialog>
  )
}
