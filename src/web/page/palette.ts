import { computed, signal } from '@preact/signals'

/** Colours of the map. Families of reasons differ in lightness too, and are always lettered. */

export type Family = 'R' | 'T' | 'A' | 'S' | 'V' | 'P' | 'C'

const FAMILY_OF: ReadonlyMap<string, Family> = new Map([
  ...of('R', 'NodeResourcesFit', 'PodFitsResources', 'GeneralPredicates'),
  ...of('T', 'TaintToleration', 'PodToleratesNodeTaints'),
  ...of('A', 'NodeAffinity', 'NodeName', 'InterPodAffinity', 'MatchInterPodAffinity'),
  ...of('A', 'MatchNodeSelector', 'HostName'),
  ...of('S', 'PodTopologySpread', 'CheckServiceAffinity'),
  ...of('V', 'VolumeRestrictions', 'VolumeBinding', 'VolumeZone', 'NodeVolumeLimits'),
  ...of('V', 'NoDiskConflict', 'NoVolumeZoneConflict', 'CheckVolumeBinding', 'EBSLimits'),
  ...of('V', 'GCEPDLimits', 'AzureDiskLimits', 'MaxEBSVolumeCount', 'MaxGCEPDVolumeCount'),
  ...of('P', 'NodePorts', 'DynamicResources', 'PodFitsHostPorts'),
])

function of(family: Family, ...plugins: string[]): [string, Family][] {
  return plugins.map((plugin) => [plugin, family])
}

export function familyOf(plugin: string): Family {
  return FAMILY_OF.get(plugin) ?? 'C'
}

export interface Palette {
  readonly page: string
  readonly panel: string
  readonly ink: string
  readonly muted: string
  readonly border: string
  readonly accent: string
  readonly fits: string
  readonly unknown: string
  readonly family: Readonly<Record<Family, string>>
  /** From low to high. */
  readonly score: readonly string[]
  /** Whether fills and inks follow the user's own contrast colours. */
  readonly isForced: boolean
}

const LIGHT: Palette = {
  page: '#ffffff',
  panel: '#f6f7f9',
  ink: '#14181f',
  muted: '#545d6b',
  border: '#868f9d',
  accent: '#0b5cad',
  fits: '#0f6f5c',
  unknown: '#6b3fa0',
  family: {
    R: '#a94604',
    T: '#b88b19',
    A: '#153b83',
    S: '#38a590',
    V: '#9a81e5',
    P: '#64283c',
    C: '#63686f',
  },
  score: ['#e6f1f8', '#b9dbec', '#82bfdc', '#4a9dc6', '#1f78aa', '#0c5485', '#06335a'],
  isForced: false,
}

const DARK: Palette = {
  page: '#0e1116',
  panel: '#171b22',
  ink: '#e8ebf0',
  muted: '#a3acba',
  border: '#69727f',
  accent: '#6cb2ff',
  fits: '#4cc9a7',
  unknown: '#c4a1f5',
  family: {
    R: '#d4752e',
    T: '#e1b44b',
    A: '#61a1f6',
    S: '#0ddcba',
    V: '#815cbe',
    P: '#9b526c',
    C: '#90959c',
  },
  score: ['#13293b', '#174264', '#1f6090', '#3183b8', '#58a9d6', '#93cdea', '#d3eef9'],
  isForced: false,
}

const FORCED: Palette = {
  page: 'Canvas',
  panel: 'Canvas',
  ink: 'CanvasText',
  muted: 'CanvasText',
  border: 'CanvasText',
  accent: 'Highlight',
  fits: 'Canvas',
  unknown: 'CanvasText',
  family: {
    R: 'Canvas',
    T: 'Canvas',
    A: 'Canvas',
    S: 'Canvas',
    V: 'Canvas',
    P: 'Canvas',
    C: 'Canvas',
  },
  score: ['Canvas'],
  isForced: true,
}

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'berth-theme'
const THEMES: readonly Theme[] = ['system', 'light', 'dark']
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const forcesColours = matchMedia('(forced-colors: active)')
const systemIsDark = signal(prefersDark.matches)
const isForced = signal(forcesColours.matches)
prefersDark.addEventListener('change', ({ matches }) => {
  systemIsDark.value = matches
})
forcesColours.addEventListener('change', ({ matches }) => {
  isForced.value = matches
})

export const theme = signal<Theme>(readTheme())

export const isDark = computed(() =>
  theme.value === 'system' ? systemIsDark.value : theme.value === 'dark',
)

export const palette = computed<Palette>(() => {
  if (isForced.value) return FORCED
  return isDark.value ? DARK : LIGHT
})

/** The only thing that is ever kept. */
export function nextTheme(): void {
  theme.value = isDark.value ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, theme.value)
  } catch {
    // A page from a file may have no storage; then the choice lasts as long as the page.
  }
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY)
    return THEMES.find((one) => one === kept) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Black or white, whichever is told apart better on a colour in six digits. */
export function inkOn(fill: string): string {
  if (!fill.startsWith('#')) return 'CanvasText'
  const [red, green, blue] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(fill.slice(at, at + 2), 16)),
  )
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

function linear(value: number): number {
  const part = value / 255
  return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Between two colours in six digits. */
export function blend(from: string, to: string, share: number): string {
  if (!from.startsWith('#') || !to.startsWith('#')) return from
  const part = (at: number) => {
    const [a, b] = [from, to].map((one) => Number.parseInt(one.slice(at, at + 2), 16))
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(1)}${part(3)}${part(5)}`
}
