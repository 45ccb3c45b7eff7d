#!/usr/bin/env node
import { COMMANDS } from './commands.ts'
import { completeWords } from './completion/complete-words.ts'

/**
 * `kubectl_complete-berth`: kubectl runs it to complete `kubectl berth ...`, with the words after it, and
 * reads a word a line and cobra's directive behind a colon.
 */

const OFFER_FILES = 0
const OFFER_NO_FILES = 4

const offer = completeWords(process.argv.slice(2), COMMANDS)
const words = Array.isArray(offer) ? offer : []
const directive = offer === 'files' ? OFFER_FILES : OFFER_NO_FILES
process.stdout.write([...words, `:${directive}`, ''].join('\n'))
