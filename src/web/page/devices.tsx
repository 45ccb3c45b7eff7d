import type { Answer, DeviceFacts } from '../protocol.ts'
import { selectNode } from './actions.ts'
import { shortName } from './names.ts'
import { Part } from './pictures/parts.tsx'
import { count } from './words.ts'

/** Which devices the pod's claims want, which fail what, and what was given where it fits. */
export function Devices({ answer }: { readonly answer: Answer }) {
  const { devices, given } = answer
  if (devices.length === 0 && given.length === 0) return null
  return (
    <Part title="Devices">
      {given.map(({ claim, devices: names }) => (
        <article key={claim} class="card device">
          <h3>
            <span class="mark fits">✓</span> {claim}
          </h3>
          {names.map((name) => (
            <p key={name}>{name}</p>
          ))}
        </article>
      ))}
      {devices.map((one) => (
        <Request key={`${one.claim} ${one.request}`} facts={one} />
      ))}
    </Part>
  )
}

function Request({ facts }: { readonly facts: DeviceFacts }) {
  const { claim, request, deviceClass, wanted, nodes, isCut, withoutAny, failures, nearest } = facts
  return (
    <article class="card device">
      <h3>
        {claim}, request {request}
      </h3>
      <p>
        Wants {wanted === null ? 'all devices' : count(wanted, 'device')} of class {deviceClass};
        not to be had on {isCut ? 'at least ' : ''}
        {count(nodes, 'node')}
        {withoutAny > 0 && `, ${withoutAny} of them without any device`}.
      </p>
      {failures.length > 0 && (
        <table class="facts">
          <thead>
            <tr>
              <th scope="col">Devices of a node that fail</th>
              <th scope="col">Nodes{isCut && ', of those'}</th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ text, nodes: on, examples }) => (
              <tr key={text}>
                <td>{text}</td>
                <td>
                  {on}:{' '}
                  {examples.map((node) => (
                    <button key={node} type="button" class="link" onClick={() => selectNode(node)}>
                      {shortName(node)}
                    </button>
                  ))}
                  {on > examples.length && '…'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {nearest !== null && (
        <p>
          Nearest: {nearest.device} on {shortName(nearest.node)}, {nearest.lacks}.
        </p>
      )}
    </article>
  )
}
