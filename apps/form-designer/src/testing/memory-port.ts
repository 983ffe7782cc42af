import { parseDocument } from '@millrace/forms'
import { compareDocuments } from '@millrace/forms/design'
import type {
  AdapterChoice,
  AutoSaveSettings,
  DataListChoice,
  DesignerLock,
  DesignerPort,
  DesignSave,
  DesignVersion,
} from '../designer-port.ts'

export interface MemoryPort extends Omit<DesignerPort, 'listUses' | 'readFile'> {
  /** The saved designs, the oldest first. */
  readonly saved: DesignSave[]
  readonly kept: string[]
  lockedBy: string | null
  failure: Error | null
  autoSave: AutoSaveSettings
  listUses: DesignerPort['listUses']
  readFile: DesignerPort['readFile']
}

interface Options {
  readonly name?: string
  readonly designerJson?: string | null
  readonly version?: number
  readonly timeout?: number
  readonly forms?: Readonly<Record<string, string>>
  readonly templates?: Readonly<Record<string, string>>
  readonly autoSaved?: string | null
  readonly lockedBy?: string | null
  readonly dataLists?: readonly DataListChoice[]
  readonly adapters?: readonly AdapterChoice[]
}

/** Creates a port for tests that keeps one design in memory instead of calling a server. */
export function createMemoryPort(options: Options = {}): MemoryPort {
  const { name = 'Purchase request', forms = {}, templates = {} } = options
  const versions: { designerJson: string; facts: DesignVersion }[] = []
  let design = options.designerJson ?? null
  let version = options.version ?? (design === null ? 0 : 1)
  const keep = (designerJson: string, restoredFrom: number | null) => {
    design = designerJson
    version += 1
    const savedAt = '2026-11-24T11:00:00.000Z'
    versions.unshift({
      designerJson,
      facts: { version, savedAt, savedBy: { name: 'Ines Duarte', username: 'ines' }, note: null, restoredFrom },
    })
    return { version, savedAt }
  }
  if (design !== null) {
    version -= 1
    keep(design, null)
  }
  const find = (number: number) => {
    const found = versions.find(({ facts }) => facts.version === number)
    const read = parseDocument(found?.designerJson ?? '')
    if (!read.ok) throw new Error(`Expected version ${number}, but it is not there.`)
    return read.document
  }
  const check = () => {
    if (port.failure !== null) throw port.failure
  }
  const port: MemoryPort = {
    saved: [],
    kept: [],
    lockedBy: options.lockedBy ?? null,
    failure: null,
    autoSave: { isOn: false, interval: null },
    load: async () => {
      check()
      return {
        name,
        version,
        designerJson: design,
        baseHelpUrl: null,
        timeout: options.timeout ?? 1500,
        autoSaved:
          options.autoSaved == null
            ? null
            : { designerJson: options.autoSaved, version, savedAt: '2026-11-24T10:00:00.000Z' },
      }
    },
    save: async (given) => {
      check()
      port.saved.push(given)
      return keep(given.designerJson, null)
    },
    listVersions: async () => versions.map(({ facts }) => facts),
    compareVersions: async (from, to) => compareDocuments(find(from), find(to)),
    restoreVersion: async (number) => keep(JSON.stringify(find(number)), number),
    listForms: async () => Object.keys(forms).map((id) => ({ id, name: id, detail: 'Purchasing' })),
    readForm: async (id) => forms[id] ?? '',
    listTemplates: async () => Object.keys(templates).map((id) => ({ id, name: id, detail: null })),
    readTemplate: async (id) => templates[id] ?? '',
    readAutoSave: async () => port.autoSave,
    setAutoSave: async (settings) => {
      check()
      port.autoSave = settings
    },
    keepUnsaved: async ({ designerJson }) => {
      check()
      port.kept.push(designerJson)
    },
    discardUnsaved: async () => {},
    lock: async ({ takeOver }): Promise<DesignerLock> => {
      if (takeOver) port.lockedBy = null
      const { lockedBy } = port
      return {
        token: lockedBy === null ? 'own' : null,
        holder: { name: lockedBy ?? 'Ines Duarte', username: lockedBy ?? 'ines' },
        since: '2026-11-24T09:00:00.000Z',
      }
    },
    unlock: async () => {},
    listUses: async () => ({ processes: [], forms: [] }),
    readFile: async () => {
      throw new Error('Expected a form, but this server reads none.')
    },
    listAdapters: async () => options.adapters ?? [],
    listDataLists: async () => ({ items: options.dataLists ?? [], isMore: false }),
    listThemes: async () => [{ id: 'sea', name: 'Sea', variables: '{"light":{"accent":"#0b5cad"}}' }],
  }
  return port
}
