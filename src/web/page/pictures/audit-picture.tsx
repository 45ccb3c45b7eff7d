import { useSignal } from '@preact/signals'
import type { AnswerOf } from '../../answers.ts'
import { checkAgain } from '../actions.ts'
import { count } from '../words.ts'
import { Figures, Headline, more, Part } from './parts.tsx'

type Checked = AnswerOf<'audit'>
type CheckedRecord = Checked['records'][number]

const SIGNATURES = {
  good: 'good',
  none: 'none',
  'not checked': 'not checked',
} as const

/** The log as a chain: what is there, what is gone by its own rules, and what was tampered with. */
export function AuditPicture({ answer: { report, records } }: { readonly answer: Checked }) {
  const { cluster, size, problems, signature, root, expired, erased } = report
  const isWhole = problems.length === 0
  const broken = brokenRecords(problems)
  return (
    <>
      <Headline
        tone={isWhole ? 'fits' : 'refused'}
        mark={isWhole ? '✓' : '✗'}
        word={isWhole ? 'Intact' : 'Broken'}
      >
        {isWhole
          ? `All ${size.toLocaleString('en')} records of ${cluster} follow one another, and the tree over them is the checkpoint’s.`
          : `${count(problems.length, 'thing')} in the log of ${cluster || 'this file'} cannot be so.`}
      </Headline>
      <p class="quiet-text">
        Checked in this tab, hash by hash, by the code of <code>berth store verify</code>.
      </p>
      {!isWhole && (
        <div class="warning" role="alert">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      <Figures
        figures={[
          { name: 'records', value: size },
          { name: 'of them here', value: report.records },
          { name: 'expired', value: expired },
          { name: 'content erased', value: erased },
          { name: 'signature', value: SIGNATURES[signature] },
        ]}
      />
      <Part
        title="The chain"
        note="Each record bears the hash of the one before; expired ones left their hashes."
      >
        <ol class="chain">
          {records.map((record) => (
            <Link key={record.sequence} record={record} isBroken={broken.has(record.sequence)} />
          ))}
        </ol>
        <p class="quiet-text">{more(size, records.length)}</p>
        <p class="legend">
          <span>
            <i class="link-cell whole" /> whole
          </span>
          <span>
            <i class="link-cell erased" /> content erased
          </span>
          <span>
            <i class="link-cell gone" /> expired
          </span>
          <span>
            <i class="link-cell broken" /> not as it was
          </span>
        </p>
      </Part>
      <Part title="The tree over all records">
        <p class="message">
          <code>{root}</code>
        </p>
      </Part>
      <Key isSigned={signature !== 'none'} />
    </>
  )
}

/** Problems name the records that they are about. */
function brokenRecords(problems: readonly string[]): ReadonlySet<number> {
  return new Set(problems.flatMap((text) => /^Records? (\d+)/.exec(text)?.[1] ?? []).map(Number))
}

function Link({
  record: { sequence, kind, time, state },
  isBroken,
}: {
  readonly record: CheckedRecord
  readonly isBroken: boolean
}) {
  const what =
    state === 'gone' ? 'expired' : `${kind}, ${time}${state === 'erased' ? ', content erased' : ''}`
  return (
    <li
      class={`link-cell ${isBroken ? 'broken' : state}`}
      title={`${sequence}: ${what}${isBroken ? ', not as it was recorded' : ''}`}
    >
      <span class="unseen">
        {sequence}: {what}
        {isBroken ? ', not as it was recorded' : ''}
      </span>
    </li>
  )
}

function Key({ isSigned }: { readonly isSigned: boolean }) {
  const text = useSignal('')
  return (
    <Part
      title="Signature"
      note={
        isSigned
          ? 'With the public key that its operator published, the checkpoint’s signature is checked too.'
          : 'The checkpoint is not signed, or not by the key that you gave.'
      }
    >
      <form
        class="task-form"
        onSubmit={(event) => {
          event.preventDefault()
          checkAgain(text.value)
        }}
      >
        <label class="field wide">
          <span>Public key</span>
          <input
            type="text"
            placeholder="name+hash+key"
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value
            }}
          />
        </label>
        <button type="submit" class="primary">
          Check again
        </button>
      </form>
    </Part>
  )
}
