#!/usr/bin/env bun
import "../src/testing/serve.ts";
