import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'

/**
 * Reads an audit log from a table and checks it, by what docs/persistence.md says and nothing of
 * Berth's own code: another canonical JSON, another tree, another signature check, another client.
 */
export interface ReadLog {
  /** Every record by kind and id. */
  readonly records: ReadonlyMap<string, ReadRecord>
  readonly size: number
}

export interface ReadRecord {
  readonly kind: string
  readonly id: string
  readonly sequence: number
  readonly hash: string
  readonly content: Record<string, unknown>
}

interface Item {
  readonly sk: { readonly S: string }
  readonly body: { readonly S: string }
}

/** Throws at the first thing that is not as it must be. */
export async function readLog(
  endpoint: string,
  table: string,
  cluster: string,
  publicKey: string,
): Promise<ReadLog> {
  const items = await queryAll(endpoint, table, `audit/${cluster}/log`)
  const records = new Map<string, ReadRecord>()
  const leaves: Buffer[] = []
  let previous = `sha256:${'0'.repeat(64)}`
  for (const item of items) {
    const body = JSON.parse(item.body.S)
    must(Number(item.sk.S) === leaves.length + 1, `batch ${item.sk.S} does not follow`)
    for (const { content, hash, ...header } of body.records) {
      must(header.sequence === leaves.length + 1, `record ${header.sequence} does not follow`)
      must(header.previous.hash === previous, `record ${header.sequence} continues another`)
      must(header.contentHash === sha256Text(canonical(content)), `content of ${header.sequence}`)
      must(hash === sha256Text(canonical(header)), `hash of ${header.sequence}`)
      const { kind, id, sequence } = header
      const key = `${kind} ${id}`
      must(!records.has(key), `${key} stands twice`)
      records.set(key, { kind, id, sequence, hash, content })
      leaves.push(sha256(Buffer.from([0]), Buffer.from(hash.slice(7), 'hex')))
      previous = hash
    }
  }
  const [checkpoint] = await queryAll(endpoint, table, `audit/${cluster}/checkpoint`)
  must(checkpoint !== undefined, 'there is no checkpoint')
  checkCheckpoint(JSON.parse(checkpoint?.body.S ?? ''), leaves, previous, cluster, publicKey)
  return { records, size: leaves.length }
}

function checkCheckpoint(
  { size, hash, root, note }: { size: number; hash: string; root: string; note: string },
  leaves: readonly Buffer[],
  last: string,
  cluster: string,
  publicKey: string,
): void {
  must(size === leaves.length, `the checkpoint is of ${size} records, not of ${leaves.length}`)
  must(hash === last, 'the checkpoint knows the last record by another hash')
  must(root === treeHash(leaves).toString('base64'), 'the tree is not that of the checkpoint')
  const end = note.indexOf('\n\n')
  const text = note.slice(0, end + 1)
  must(text === `berth/${cluster}\n${size}\n${root}\nrecord ${hash}\n`, 'another text is signed')
  const signed = Buffer.from(note.slice(end + 2).split(' ')[2] ?? '', 'base64')
  const raw = Buffer.from(publicKey.split('+').slice(2).join('+'), 'base64').subarray(1)
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  must(verifySignature(null, Buffer.from(text), key, signed.subarray(4)), 'the signature is bad')
}

/** RFC 6962, 2.1, word for word. */
function treeHash(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves
  if (first === undefined) return sha256()
  if (leaves.length === 1) return first
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  const left = treeHash(leaves.slice(0, split))
  return sha256(Buffer.from([1]), left, treeHash(leaves.slice(split)))
}

/** RFC 8785, for what JSON.parse gives. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  const members = names.map(
    (name) => `${JSON.stringify(name)}:${canonical(Reflect.get(value, name))}`,
  )
  return `{${members.join(',')}}`
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function sha256Text(text: string): string {
  return `sha256:${sha256(Buffer.from(text)).toString('hex')}`
}

/** DynamoDB's own JSON over HTTP; a local one takes any signature. */
async function queryAll(endpoint: string, table: string, pk: string): Promise<Item[]> {
  const items: Item[] = []
  let start: unknown
  do {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.Query',
        authorization:
          'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      },
      body: JSON.stringify({
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: pk } },
        ExclusiveStartKey: start,
      }),
    })
    if (!response.ok) throw new Error(await response.text())
    const page = (await response.json()) as { Items: Item[]; LastEvaluatedKey?: unknown }
    items.push(...page.Items)
    start = page.LastEvaluatedKey
  } while (start !== undefined)
  return items
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the log is not as it must be: ${what}`)
}
