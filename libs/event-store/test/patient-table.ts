import type { TenantId } from '@svc/kernel';
import { column, defineTable, instant, json, personal, unlisted } from '../src/index.js';

/** A row with a personal column of each kind. */
export interface Patient {
  readonly tenantId: TenantId;
  readonly patientId: string;
  readonly visit: number;
  readonly subject: string | null;
  readonly ward: string;
  readonly name: string;
  readonly nickname: string | null;
  readonly weight: number;
  readonly isPregnant: boolean;
  readonly allergies: readonly string[];
  readonly findings: { readonly pulse?: number; readonly notes: readonly string[] } | null;
  readonly bornAtMs: number | null;
}

/** Made by `createPatientTable`. */
export const patientTable = defineTable<Patient>()('bank.patient', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    patientId: column((row) => row.patientId),
    visit: unlisted(column((row) => row.visit)),
  },
  fixed: { subject: unlisted(column((row) => row.subject)) },
  columns: {
    ward: column((row) => row.ward),
    name: personal(
      column((row) => row.name),
      { erased: '' },
    ),
    nickname: personal(
      column((row) => row.nickname),
      { erased: null },
    ),
    weight: personal(
      column((row) => row.weight),
      { erased: 0 },
    ),
    isPregnant: personal(
      column((row) => row.isPregnant),
      { erased: false },
    ),
    allergies: personal(
      column((row) => row.allergies),
      { erased: [] },
    ),
    findings: personal(
      json((row) => row.findings),
      { erased: null },
    ),
    bornAtMs: personal(
      instant((row) => row.bornAtMs),
      { erased: null },
    ),
  },
  subjectRows: 'subject = $1',
});

export const createPatientTable = `
  CREATE TABLE bank.patient (
    tenant_id text COLLATE "C", patient_id text COLLATE "C", visit integer, subject text, ward text NOT NULL,
    name text, nickname text, weight text, is_pregnant text, allergies text, findings text, born_at text,
    PRIMARY KEY (tenant_id, patient_id, visit))`;
