/**
 * The mapping of elements of one definition to elements of another. Its keys are element ids; the body of a
 * multi-instance activity has the key `KEY#multiInstanceBody`.
 */
export interface MigrationPlan {
  readonly sourceId: string
  readonly targetId: string
  readonly instructions: readonly MigrationInstruction[]
}

export interface MigrationInstruction {
  readonly source: string
  readonly target: string
  /**
   * Whether the trigger is determined again from the target, such as the due date of a timer. Otherwise it stays
   * unchanged.
   */
  readonly updatesTrigger: boolean
}

/** The reason why an instruction of a migration plan is impossible, with Camunda's messages. */
export interface InstructionFault {
  readonly instruction: MigrationInstruction
  readonly failures: readonly string[]
}

/** The reasons why an instance cannot be migrated by a plan, for the instance and by element. */
export interface InstanceFaults {
  readonly instanceId: string
  readonly failures: readonly string[]
  readonly elements: readonly ElementFault[]
}

export interface ElementFault {
  /** The element instance, or the execution of a token that waits for a job before or after an element. */
  readonly id: string
  readonly isWaiting: boolean
  /** The key of the position in the source. */
  readonly key: string
  readonly instruction: MigrationInstruction | null
  readonly failures: readonly string[]
}
