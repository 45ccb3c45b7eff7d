import { type Command, defineCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { readPseudonyms } from '../sources/pseudonym-file.ts'
import { explainInputError, inputName, inputStream, STDIN } from '../sources/read-input.ts'

/** `berth reveal KEYFILE [FILE]`: puts names back in whatever was written about a snapshot under pseudonyms. */
export const reveal: Command = defineCommand(
  {
    name: 'reveal',
    summary: 'puts the names back that snapshot --pseudonyms took out',
    operands: 'KEYFILE [FILE]',
    operandsMin: 1,
    operandsMax: 2,
    options: {},
    examples: ['reveal key.json answer.txt'],
    notes: [
      'Reads any text, without FILE standard input, and prints it with the names of KEYFILE.',
    ],
  },
  async ({ names: [keyFile = '', file = STDIN] }, terminal) => {
    const words = await readPseudonyms(keyFile)
    if (!words.ok) return terminal.complain(...words.error)
    try {
      // A pseudonym may begin in one part of the text and end in the next.
      let rest = ''
      for await (const part of inputStream(file).setEncoding('utf8')) {
        const text = `${rest}${part}`
        const end = text.search(/[0-9A-Za-z]*$/)
        terminal.write(words.value.reveal(text.slice(0, end)))
        rest = text.slice(end)
      }
      terminal.write(words.value.reveal(rest))
      return EXIT_CODE.done
    } catch (error) {
      return terminal.complain(`${inputName(file)}: ${explainInputError(error)}`)
    }
  },
)
