import type { DocumentComparison } from '@millrace/forms/design'

/** A user with name and username. */
export interface DesignerPerson {
  readonly name: string
  readonly username: string
}

/** A form or form template as the designer opens it. */
export interface DesignerDetail {
  readonly name: string
  /** The version of the design; 0 before it has one. */
  readonly version: number
  /** The stored design, null before there is one. */
  readonly designerJson: string | null
  /** Where help on the designer is; null where the product's own guide is meant. */
  readonly baseHelpUrl: string | null
  /** Seconds without a request after which the session ends. */
  readonly timeout: number
  /** The unsaved changes of this user, when they are newer than the design. */
  readonly autoSaved: { readonly designerJson: string; readonly version: number; readonly savedAt: string } | null
}

/** The lock of a design, and its holder. */
export interface DesignerLock {
  /** This window's; null where somebody else has it. */
  readonly token: string | null
  readonly holder: DesignerPerson
  readonly since: string
}

export interface DesignSave {
  readonly designerJson: string
  readonly renderedJson: string
  /** The version that it was started with. */
  readonly version: number
  readonly token: string | null
}

export interface SavedDesign {
  readonly version: number
  readonly savedAt: string
}

/** One saved version of a design. */
export interface DesignVersion {
  readonly version: number
  readonly savedAt: string
  readonly savedBy: DesignerPerson | null
  readonly note: string | null
  readonly restoredFrom: number | null
}

/** A form or template to choose. */
export interface Choosable {
  readonly id: string
  readonly name: string
  /** A text that distinguishes it from others of the same name, such as its application. */
  readonly detail: string | null
}

export interface AutoSaveSettings {
  readonly isOn: boolean
  /** Seconds; null where it is off. */
  readonly interval: number | null
}

export interface DesignerTheme {
  readonly id: string
  readonly name: string
  /** As it is stored. */
  readonly variables: string
}

/** A data list that a field can choose from. */
export interface DataListChoice {
  readonly key: string
  readonly name: string
  readonly isDisabled: boolean
  readonly columns: readonly { readonly key: string; readonly name: string }[]
}

/** The first by name. */
/** An adapter of an external system that fields can ask. */
export interface AdapterChoice {
  readonly key: string
  readonly name: string
  /** The name of its external system. */
  readonly system: string
  readonly kind: 'rest' | 'sql' | 'file'
  /** The columns that the adapter names; others are only known after a call. */
  readonly columns: readonly string[]
  readonly parameters: readonly string[]
}

export interface DataListChoices {
  readonly items: readonly DataListChoice[]
  /** There are others, so nobody can say that one is missing. */
  readonly isMore: boolean
}

/** The processes, forms and form templates that use a form or form template. */
export interface DesignUses {
  readonly processes: readonly ProcessUse[]
  /** Forms and templates that were made with it, each with its application; null for a template. */
  readonly forms: readonly { readonly id: string; readonly name: string; readonly application: string | null }[]
}

/** A step that names the form. */
export interface ProcessUse {
  readonly process: string
  readonly version: number
  readonly elementId: string
  /** The step, by its name; null for the start. */
  readonly step: string | null
}

/** A form that was read from a file. */
export interface FormFile {
  /** The product of the file, such as `form-js`. */
  readonly format: string
  readonly designerJson: string
  /** How many parts of it became parts of a form. */
  readonly mapped: number
  readonly notes: readonly FileNote[]
}

/** A part of a file that could not be imported unchanged. */
export interface FileNote {
  /** Where in the file. */
  readonly at: string
  readonly kind: 'left-out' | 'changed'
  readonly message: string
}

/**
 * The calls of the designer to the server, for one form or form template (specification, section 7, "Form designer and
 * forms"). Each call rejects with an error whose message can be shown to the user.
 */
export interface DesignerPort {
  readonly load: () => Promise<DesignerDetail>
  readonly save: (design: DesignSave) => Promise<SavedDesign>
  /** The newest first. */
  readonly listVersions: () => Promise<readonly DesignVersion[]>
  /** Returns the differences of the second of two versions. */
  readonly compareVersions: (from: number, to: number) => Promise<DocumentComparison>
  /** Saves the design of an earlier version as the next one. */
  readonly restoreVersion: (version: number, given: Pick<DesignSave, 'version' | 'token'>) => Promise<SavedDesign>
  readonly listForms: () => Promise<readonly Choosable[]>
  readonly readForm: (id: string) => Promise<string>
  readonly listTemplates: () => Promise<readonly Choosable[]>
  readonly readTemplate: (id: string) => Promise<string>
  readonly readAutoSave: () => Promise<AutoSaveSettings>
  readonly setAutoSave: (settings: AutoSaveSettings) => Promise<void>
  /** Throws away what was kept of unsaved work. */
  readonly discardUnsaved: () => Promise<void>
  /** Keeps what is not saved yet, for this user alone, until the next save. */
  readonly keepUnsaved: (design: { readonly designerJson: string; readonly version: number }) => Promise<void>
  /** Takes or renews the lock; somebody else's only with `takeOver`. */
  readonly lock: (request: { readonly token: string | null; readonly takeOver: boolean }) => Promise<DesignerLock>
  readonly unlock: (token: string) => Promise<void>
  /** The themes of the workplace, for the preview. */
  readonly listThemes: () => Promise<readonly DesignerTheme[]>
  /** Lists the data lists. The result is cached for a while. */
  readonly listDataLists: () => Promise<DataListChoices>
  /** Lists the adapters. The result is cached for a while. */
  readonly listAdapters: () => Promise<readonly AdapterChoice[]>
  readonly listUses: () => Promise<DesignUses>
  /** Reads a form of this or another product. Nothing is kept of it. */
  readonly readFile: (text: string) => Promise<FormFile>
}
